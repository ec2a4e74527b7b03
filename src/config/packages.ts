/** What to read from packages: nothing, or the declarations of installed ones. */
export const PACKAGES = ['none', 'installed'] as const;
export type PackageReading = (typeof PACKAGES)[number];
