/** Moves an open popover below or above its anchor. */
export function placePopover(panel: HTMLElement, anchor: DOMRect, alignRight = false): void {
  const view = { width: innerWidth, height: innerHeight }
  const { left, top } = popoverPosition(anchor, panel.getBoundingClientRect(), view, alignRight)
  Object.assign(panel.style, { left: `${left}px`, top: `${top}px` })
}

/** A position below the anchor, or above it if the panel fits only there; always within the window. */
export function popoverPosition(
  anchor: { left: number; right: number; top: number; bottom: number },
  panel: { width: number; height: number },
  view: { width: number; height: number },
  alignRight: boolean,
): { left: number; top: number } {
  // Pixels between the panel and the edge of the window, and between the panel and its anchor.
  const edge = 8
  const gap = 4
  const left = alignRight ? anchor.right - panel.width : anchor.left
  const below = anchor.bottom + gap
  const above = anchor.top - gap - panel.height
  const fitsBelow = below + panel.height <= view.height - edge
  return {
    left: clamp(left, edge, view.width - edge - panel.width),
    top: fitsBelow || above < edge ? clamp(below, edge, view.height - edge - panel.height) : above,
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}
