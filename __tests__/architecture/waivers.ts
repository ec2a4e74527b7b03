/** What is longer than the house allows (`path` of a file or `path#function`), and why that is better than cutting it. */
export const waivers: Readonly<Record<string, string>> = {};
