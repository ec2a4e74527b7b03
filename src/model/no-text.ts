/** Binary files are never read. */
const NO_TEXT =
  /\.(?:png|jpe?g|gif|webp|ico|bmp|avif|svgz|mp[34]|mov|webm|wav|ogg|woff2?|ttf|otf|eot|pdf|zip|gz|tgz|bz2|xz|7z|jar|war|exe|dll|so|dylib|bin|wasm|node|psd|sqlite3?|db)$/i;

/** Whether a file is binary, by its name. */
export const isNoText = (path: string): boolean => NO_TEXT.test(path);
