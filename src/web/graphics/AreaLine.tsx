import { areaPaths } from '../../charts/area.ts'
import { useWidth } from '../parts/use-width.ts'

/** A small picture of a development, without axes; the figures beside it say how much. */
export function AreaLine({
  values,
  height,
  colour,
}: {
  values: readonly number[]
  height: number
  colour: string
}) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const { line, area } = areaPaths(values, { width, height, top: 3, right: 0, bottom: 1, left: 0 })
  return (
    <div ref={ref} style={{ height, color: `var(${colour})` }}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <path d={area} fill="currentColor" opacity="0.15" />
          <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
        </svg>
      )}
    </div>
  )
}
