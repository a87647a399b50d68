import { condensed } from './growth.ts'

const width = 96
const height = 22
const maxBars = 32

/** Sparkline of counts. The last period may be incomplete. */
export function Sparkline({ counts, label }: { counts: readonly number[]; label: string }) {
  const bars = condensed(counts, maxBars)
  const largest = Math.max(1, ...bars)
  const step = width / Math.max(1, bars.length)
  return (
    <svg className="patterns-trend" width={width} height={height} role="img" aria-label={label}>
      {bars.map((count, index) => {
        const size = count === 0 ? 0 : Math.max(1.5, (count / largest) * height)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in time
            key={index}
            x={index * step}
            width={Math.max(1, step - 1)}
            y={height - size}
            height={size}
          />
        )
      })}
    </svg>
  )
}
