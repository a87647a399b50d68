import { type RefObject, useEffect } from 'react'
import { gridGap } from '../draft/layout.ts'

/** Rows are at least this high on TV. */
const minRowPx = 190
const screenSeconds = 12

/**
 * Fits the rows of a dashboard to the screen. A dashboard with more rows is shown screen by screen. The
 * height is a custom property of the element.
 */
export function useScreens(page: RefObject<HTMLElement | null>, rows: number): void {
  useEffect(() => {
    const element = page.current
    if (!element || rows === 0) return
    const fitRows = () => {
      const grid = element.querySelector<HTMLElement>('.dash-grid')
      if (!grid) return
      const room = element.clientHeight - grid.offsetTop - gridGap
      const fitting = Math.max(1, Math.min(rows, Math.floor((room + gridGap) / (minRowPx + gridGap))))
      element.style.setProperty('--dash-row', `${Math.floor((room + gridGap) / fitting - gridGap)}px`)
    }
    fitRows()
    const sizes = new ResizeObserver(fitRows)
    sizes.observe(element)
    const timer = setInterval(() => {
      const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 2
      element.scrollTo({
        top: isAtEnd ? 0 : element.scrollTop + element.clientHeight * 0.9,
        behavior: 'smooth',
      })
    }, screenSeconds * 1_000)
    return () => {
      sizes.disconnect()
      clearInterval(timer)
    }
  }, [page, rows])
}
