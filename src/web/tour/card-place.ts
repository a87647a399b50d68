/** A rectangle of the window, in pixels from its upper left corner. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export type Size = Pick<Box, 'width' | 'height'>

/** Pixels between the card and its target, and at least between the card and the edges of the window. */
const gap = 12

/**
 * Upper left corner of the card of a step: below, right of, above or left of its target, wherever the card
 * fits first. Without a target, or if it fits nowhere, the card is in the lower right corner of the window.
 */
export function cardPlace(target: Box | undefined, card: Size, window: Size): Pick<Box, 'left' | 'top'> {
  const last = { left: window.width - card.width - gap, top: window.height - card.height - gap }
  const corner = { left: Math.max(gap, last.left), top: Math.max(gap, last.top) }
  if (!target) return corner
  const left = Math.max(gap, Math.min(target.left, last.left))
  const top = Math.max(gap, Math.min(target.top, last.top))
  const places = [
    { left, top: target.top + target.height + gap },
    { left: target.left + target.width + gap, top },
    { left, top: target.top - card.height - gap },
    { left: target.left - card.width - gap, top },
  ]
  const isInside = (place: Pick<Box, 'left' | 'top'>) =>
    place.left >= gap && place.top >= gap && place.left <= last.left && place.top <= last.top
  return places.find(isInside) ?? corner
}
