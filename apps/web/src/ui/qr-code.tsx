import encodeQR from 'qr'
import { messages } from '../language/messages.js'
import styles from './qr-code.module.css'

/** An address as a QR code, which the camera of a phone opens. It is black on white also at night, for old cameras. */
export function QrCode({ address }: { address: string }) {
  const rows = encodeQR(address, 'raw')
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles['code']}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={messages.qrCode}
    >
      <path d={path} />
    </svg>
  )
}
