const SETS =
  /\b(?:setPropertyNamingStrategy|propertyNamingStrategy|setSerializationInclusion|serializationInclusion|setDefaultPropertyInclusion|defaultPropertyInclusion|WRAP_ROOT_VALUE|WRITE_DATES_AS_TIMESTAMPS|WRITE_ENUMS_(?:TO_LOWERCASE|USING_TO_STRING|USING_INDEX)|addSerializer|serializerByType|serializers|addMixIn|addMixInAnnotations|setMixInAnnotations?|mixIn)\b|@JsonMixin\b|\b(?:Json|Std|StdScalar|Value|JsonObject|ObjectValue)Serializer</;

/** Does the code configure how a Jackson mapper names and writes members? A cheap test of every source, before it is read. */
export const setsNaming = (text: string): boolean => SETS.test(text);
