/** The part of ncc's interface that the bundle script uses; the package brings no types. */
declare module '@vercel/ncc' {
  interface Options {
    readonly esm: boolean;
    readonly cache: boolean;
    readonly license: string;
    readonly quiet: boolean;
    readonly target: string;
  }
  interface Bundle {
    readonly code: string;
    readonly assets: Readonly<Record<string, { readonly source: string | Buffer }>>;
  }
  export default function ncc(entry: string, options: Options): Promise<Bundle>;
}
