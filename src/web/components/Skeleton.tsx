/** Grey lines in place of rows that are being read, with uneven widths from 48% to 92%. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
        <div key={row} style={{ width: `${92 - ((row * 37) % 45)}%` }} />
      ))}
    </div>
  )
}
