import { type DragEvent, useRef, useState } from 'react'

interface FileDrop {
  /** The user drags files over the element. */
  isOver: boolean
  handlers: Record<'onDragEnter' | 'onDragLeave' | 'onDragOver' | 'onDrop', (event: DragEvent) => void>
}

/** Handles files dropped on an element. */
export function useFileDrop(onFiles: (files: File[]) => void): FileDrop {
  // Entered elements that were not left: child elements have events of their own.
  const depth = useRef(0)
  const [isOver, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const track = (event: DragEvent, step: number) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + step)
    setOver(depth.current > 0)
  }
  return {
    isOver,
    handlers: {
      onDragEnter: event => track(event, 1),
      onDragLeave: event => track(event, -1),
      onDragOver: event => track(event, 0),
      onDrop: event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
