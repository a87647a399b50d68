import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The inner size and the font size of an element, in pixels. */
export interface Size {
  width: number
  height: number
  /** The font size, which is larger on a wall screen. */
  em: number
}

/** The current inner size and font size of an element in pixels; zeros before the first measurement. */
export function useSize<E extends Element>(): [RefObject<E | null>, Size] {
  const ref = useRef<E>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0, em: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const [width, height] = [element.clientWidth, element.clientHeight]
      const em = Number.parseFloat(getComputedStyle(element).fontSize)
      // An identical object does not cause a rendering.
      setSize(before =>
        before.width === width && before.height === height && before.em === em
          ? before
          : { width, height, em },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}
