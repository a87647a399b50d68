import { type DragEvent, useState } from 'react'

const dragType = 'application/x-millrace-trigger'

/** Target of a dragged row: above or below another. */
export interface DropPlace {
  id: number
  side: 'before' | 'after'
}

/** Dragging of table rows by a handle. `onDrop` gets the row and its new position. */
export function useRowDrag(onDrop: (id: number, place: DropPlace) => void) {
  const [dragged, setDragged] = useState<number>()
  const [place, setPlace] = useState<DropPlace>()
  const end = () => {
    setDragged(undefined)
    setPlace(undefined)
  }
  return {
    dragged,
    place,
    handle: (id: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.setData(dragType, String(id))
        event.dataTransfer.effectAllowed = 'move'
        const row = event.currentTarget.closest('tr')
        if (row) event.dataTransfer.setDragImage(row, 0, 0)
        setDragged(id)
      },
      onDragEnd: end,
    }),
    row: (id: number) => ({
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        const { top, height } = event.currentTarget.getBoundingClientRect()
        const side = event.clientY < top + height / 2 ? 'before' : 'after'
        if (place?.id !== id || place.side !== side) setPlace({ id, side })
      },
      onDrop: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        const moved = Number(event.dataTransfer.getData(dragType))
        if (place && moved !== place.id) onDrop(moved, place)
        end()
      },
    }),
  }
}
