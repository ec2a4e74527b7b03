const SETS =
  /\b(?:setPropertyNamingStrategy|propertyNamingStrategy|setSerializationInclusion|serializationInclusion|setDefaultPropertyInclusion|defaultPropertyInclusion|WRAP_ROOT_VALUE|WRITE_DATES_AS_TIMESTAMPS|WRITE_ENUMS_(?:TO_LOWERCASE|USING_TO_STRING|USING_INDEX)|addSerializer|serializerByType|serializers|addMixIn|addMixInAnnotations|setMixInAnnotations?|mixIn)\b|@JsonMixin\b|\b(?:Json|Std|StdScalar|Value|JsonObject|ObjectValue)Serializer</;

/** Does the code say how a mapper of Jackson's names and writes members? Asked of every source, before anything is read of it. */
export const setsNaming = (text: string): boolean => SETS.test(text);
