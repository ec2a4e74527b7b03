/** What is read of packages: nothing, or what those that are installed declare. */
export const PACKAGES = ['none', 'installed'] as const;
export type PackageReading = (typeof PACKAGES)[number];
