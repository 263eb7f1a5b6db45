/** The part of tr46 (UTS #46) that we call; the package ships no types of its own. */
declare module 'tr46' {
  export interface ToAsciiOptions {
    checkHyphens?: boolean
    checkBidi?: boolean
    checkJoiners?: boolean
    useSTD3ASCIIRules?: boolean
    verifyDNSLength?: boolean
    transitionalProcessing?: boolean
    ignoreInvalidPunycode?: boolean
  }
  /** The domain with A-labels, or null where it is not valid. */
  export function toASCII(domain: string, options?: ToAsciiOptions): string | null
  export function toUnicode(
    domain: string,
    options?: ToAsciiOptions,
  ): { domain: string; error: boolean }
}
