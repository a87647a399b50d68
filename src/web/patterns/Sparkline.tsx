import { sumNeighbours } from './growth.ts'

const width = 96
const height = 22
const maxBars = 32
/** Height of the smallest count, which stays visible. */
const minBarHeight = 1.5

/** Counts over time as small bars. The last period may be incomplete. */
export function Sparkline({ counts, label }: { counts: readonly number[]; label: string }) {
  const bars = sumNeighbours(counts, maxBars)
  const largest = Math.max(1, ...bars)
  const step = width / Math.max(1, bars.length)
  return (
    <svg className="patterns-trend" width={width} height={height} role="img" aria-label={label}>
      {bars.map((count, index) => {
        const size = count === 0 ? 0 : Math.max(minBarHeight, (count / largest) * height)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position
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
