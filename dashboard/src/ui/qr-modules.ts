/**
 * A QR code (ISO/IEC 18004) for the secret of an authenticator: bytes, error correction level L,
 * versions 1 to 10, which is 271 bytes at most. The mask is always the chequered one: readers take
 * any, and choosing the prettiest is most of the work of an encoder.
 */

/** Codewords in all, codewords of correction per block, blocks; by version. */
const capacities: readonly (readonly [number, number, number])[] = [
  [26, 7, 1],
  [44, 10, 1],
  [70, 15, 1],
  [100, 20, 1],
  [134, 26, 1],
  [172, 18, 2],
  [196, 20, 2],
  [242, 24, 2],
  [292, 30, 2],
  [346, 18, 4],
]
/** Where alignment patterns lie beside 6 and the far edge; by version. */
const middles: readonly number[] = [0, 0, 0, 0, 0, 0, 22, 24, 26, 28]

/** Rows of dark (true) and light modules. Throws RangeError where the text is too long. */
export function qrModules(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const index = capacities.findIndex(([total, correction, blocks], n) => {
    const lengthBits = n < 9 ? 8 : 16
    return 4 + lengthBits + bytes.length * 8 <= (total - correction * blocks) * 8
  })
  if (index < 0) throw new RangeError('too long for a QR code of version 10')
  const version = index + 1
  const codewords = interleave(payload(bytes, version), version)
  return draw(codewords, version)
}

/** Mode, length, bytes, terminator and padding (§7.4). */
function payload(bytes: Uint8Array, version: number): number[] {
  const [total, correction, blocks] = capacities[version - 1]!
  const size = total - correction * blocks
  const bits: number[] = []
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  push(0b0100, 4)
  push(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) push(byte, 8)
  push(0, Math.min(4, size * 8 - bits.length))
  while (bits.length % 8 !== 0) bits.push(0)
  const out: number[] = []
  for (let at = 0; at < bits.length; at += 8) {
    out.push(bits.slice(at, at + 8).reduce((byte, bit) => byte * 2 + bit, 0))
  }
  for (let pad = 0xec; out.length < size; pad ^= 0xec ^ 0x11) out.push(pad)
  return out
}

/** Cuts into blocks, adds the correction of each, and takes from each in turn (§7.6). */
function interleave(data: readonly number[], version: number): number[] {
  const [, correction, count] = capacities[version - 1]!
  const short = Math.floor(data.length / count)
  const longFrom = count - (data.length % count)
  const blocks: number[][] = []
  let at = 0
  for (let n = 0; n < count; n++) {
    const length = n < longFrom ? short : short + 1
    blocks.push(data.slice(at, at + length))
    at += length
  }
  const corrections = blocks.map(block => remainder(block, correction))
  const inTurn = (lists: readonly number[][]) =>
    Array.from({ length: Math.max(...lists.map(list => list.length)) }, (_, n) =>
      lists.flatMap(list => (n < list.length ? [list[n]!] : [])),
    ).flat()
  return [...inTurn(blocks), ...inTurn(corrections)]
}

/** The product in the field of 256 elements over x⁸+x⁴+x³+x²+1. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

/** What Reed and Solomon add: the remainder by the generator of that degree. */
function remainder(block: readonly number[], degree: number): number[] {
  let generator = [1]
  let root = 1
  for (let n = 0; n < degree; n++) {
    const next = [...generator, 0]
    generator.forEach((factor, place) => {
      next[place + 1]! ^= times(factor, root)
    })
    generator = next
    root = times(root, 2)
  }
  const rest = [...block, ...Array<number>(degree).fill(0)]
  for (let at = 0; at < block.length; at++) {
    const factor = rest[at]!
    generator.forEach((one, place) => {
      rest[at + place]! ^= times(one, factor)
    })
  }
  return rest.slice(block.length)
}

/** Lays out patterns, then data along its zigzag (§7.7.3). */
function draw(codewords: readonly number[], version: number): boolean[][] {
  const size = 17 + 4 * version
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const taken = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const put = (row: number, column: number, dark: boolean) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return
    modules[row]![column] = dark
    taken[row]![column] = true
  }
  drawTiming(put, size)
  drawAlignment(put, version, size)
  drawFinders(put, size)
  drawFormat(put, size)
  if (version >= 7) drawVersion(put, version, size)
  let bit = 0
  for (let right = size - 1; right > 0; right -= 2) {
    // The column of the timing pattern is passed over.
    if (right === 6) right = 5
    const isUpward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const row = isUpward ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (taken[row]![column]) continue
        const dark = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        modules[row]![column] = dark !== ((row + column) % 2 === 0)
        bit++
      }
    }
  }
  return modules
}

type Put = (row: number, column: number, dark: boolean) => void

function drawTiming(put: Put, size: number): void {
  for (let n = 0; n < size; n++) {
    put(6, n, n % 2 === 0)
    put(n, 6, n % 2 === 0)
  }
}

/** Each with its light margin, which is cut at the edge. */
function drawFinders(put: Put, size: number): void {
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const) {
    for (let row = -1; row <= 7; row++) {
      for (let column = -1; column <= 7; column++) {
        const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3))
        put(top + row, left + column, ring !== 2 && ring !== 4)
      }
    }
  }
}

function drawAlignment(put: Put, version: number, size: number): void {
  if (version < 2) return
  const middle = middles[version - 1]!
  const places = [6, ...(middle ? [middle] : []), size - 7]
  for (const row of places) {
    for (const column of places) {
      const isFinder =
        (row === 6 && column === 6) ||
        (row === 6 && column === size - 7) ||
        (row === size - 7 && column === 6)
      if (isFinder) continue
      for (let y = -2; y <= 2; y++) {
        for (let x = -2; x <= 2; x++) {
          put(row + y, column + x, Math.max(Math.abs(x), Math.abs(y)) !== 1)
        }
      }
    }
  }
}

/** Level L and mask 0, with their own correction, twice (§7.9). */
function drawFormat(put: Put, size: number): void {
  const level = 0b01 << 3
  let rest = level
  for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((level << 10) | rest) ^ 0x5412
  const bit = (n: number) => ((bits >> n) & 1) === 1
  for (let n = 0; n <= 5; n++) put(n, 8, bit(n))
  put(7, 8, bit(6))
  put(8, 8, bit(7))
  put(8, 7, bit(8))
  for (let n = 9; n < 15; n++) put(8, 14 - n, bit(n))
  for (let n = 0; n < 8; n++) put(8, size - 1 - n, bit(n))
  for (let n = 8; n < 15; n++) put(size - 15 + n, 8, bit(n))
  put(size - 8, 8, true)
}

function drawVersion(put: Put, version: number, size: number): void {
  let rest = version
  for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let n = 0; n < 18; n++) {
    const dark = ((bits >> n) & 1) === 1
    const far = size - 11 + (n % 3)
    const near = Math.floor(n / 3)
    put(near, far, dark)
    put(far, near, dark)
  }
}
