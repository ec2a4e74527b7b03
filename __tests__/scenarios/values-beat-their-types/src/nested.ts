export const getNested = (obj: any, key: string) => { if (!obj[key]) obj[key] = {}; return obj[key]; };
