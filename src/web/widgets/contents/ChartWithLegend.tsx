import type { ReactNode } from 'react'
import { Legend, type LegendItem } from '../../graphics/Legend.tsx'
import { type Size, useSize } from './use-size.ts'

interface Props {
  items: readonly LegendItem[]
  hint: string
  /** Size of the chart and its legend. */
  size: Size
  /** Draws the chart in the space that the legend leaves. */
  children: (size: Size) => ReactNode
}

/** From this width and this number of series on, the legend is beside the chart. */
const minWidthForAsidePx = 560
const minItemsForAside = 4
/** Below this height there is no room for a legend above the chart. */
const minHeightForLegendPx = 110

/** A chart with its legend: beside it if there is room, else above it. A low widget has no legend above. */
export function ChartWithLegend({ items, hint, size, children }: Props) {
  const [ref, room] = useSize<HTMLDivElement>()
  const isAside = size.width >= minWidthForAsidePx && items.length >= minItemsForAside
  return (
    <div className={isAside ? 'chart-with-legend column gap-6 aside' : 'chart-with-legend column gap-6'}>
      {(isAside || size.height >= minHeightForLegendPx) && (
        <Legend items={items} hint={hint} isAside={isAside} />
      )}
      <div className="chart-room grow" ref={ref}>
        {room.width > 0 && room.height > 0 && children(room)}
      </div>
    </div>
  )
}
