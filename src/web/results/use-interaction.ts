import { type PointerEvent, type RefObject, useEffect, useState } from 'react'

/** Whether a mouse or pen is over an element, or text in it is selected. Touch ends at once and does not count. */
export function useInteraction(element: RefObject<HTMLElement | null>) {
  const [hovered, setHovered] = useState(false)
  const [marked, setMarked] = useState(false)
  useEffect(() => {
    const look = () => {
      const selection = getSelection()
      setMarked(
        selection?.isCollapsed === false && element.current?.contains(selection.anchorNode ?? null) === true,
      )
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [element])
  const over = (event: PointerEvent) => event.pointerType !== 'touch' && setHovered(true)
  return {
    isInUse: hovered || marked,
    handlers: { onPointerEnter: over, onPointerMove: over, onPointerLeave: () => setHovered(false) },
  }
}
