import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react'

/**
 * Whether a mouse or pen is over an element, the keyboard focus is in it, or text in it is selected. A touch
 * does not count, because it ends at once. Focus that comes from a click does not count either.
 */
export function useInteraction(element: RefObject<HTMLElement | null>) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [hasSelectedText, setHasSelectedText] = useState(false)
  useEffect(() => {
    const update = () => {
      const selection = getSelection()
      setHasSelectedText(
        selection?.isCollapsed === false && element.current?.contains(selection.anchorNode ?? null) === true,
      )
    }
    document.addEventListener('selectionchange', update)
    return () => document.removeEventListener('selectionchange', update)
  }, [element])
  const over = (event: PointerEvent) => event.pointerType !== 'touch' && setHovered(true)
  return {
    isInUse: hovered || focused || hasSelectedText,
    handlers: {
      onPointerEnter: over,
      onPointerMove: over,
      onPointerLeave: () => setHovered(false),
      onFocus: (event: FocusEvent<HTMLElement>) => setFocused(event.target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  }
}
