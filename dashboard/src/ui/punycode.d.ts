/** The part of punycode (RFC 3492) that we call; the package ships no types of its own. */
declare module 'punycode/punycode.js' {
  const punycode: { decode(label: string): string }
  export default punycode
}
