/** A QR code, drawn as one path with its quiet zone of four modules. */
import { encode } from 'uqr'

const quietModules = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: quietModules })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={200}
      height={200}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
