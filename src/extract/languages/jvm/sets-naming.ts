const SETS = /\b(?:setPropertyNamingStrategy|propertyNamingStrategy|WRAP_ROOT_VALUE)\b/;

/** Does the code set a naming strategy of Jackson's? Asked of every source, before anything is read of it. */
export const setsNaming = (text: string): boolean => SETS.test(text);
