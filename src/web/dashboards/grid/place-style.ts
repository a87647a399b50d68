import type { CSSProperties } from 'react'
import type { Cell } from '../draft/layout.ts'

/** The position of a cell, for dashboard.css. */
export function placeStyle({ x, y, w, h }: Pick<Cell, 'x' | 'y' | 'w' | 'h'>): CSSProperties {
  // CSSProperties has no custom properties.
  return { '--x': x + 1, '--y': y + 1, '--w': w, '--h': h } as CSSProperties
}
