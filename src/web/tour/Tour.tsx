import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { readHealth } from '../api/ingest.ts'
import { Button } from '../components/Button.tsx'
import { focusMain } from '../components/PageFocus.tsx'
import { setPreferences } from '../state/preferences.ts'
import { useRead } from '../state/use-read.ts'
import { tourTexts } from '../texts/tour.ts'
import { type Box, cardPlace } from './card-place.ts'
import './tour.css'

type StepName = keyof typeof tourTexts.steps

/** The steps, and the element of the page that each is about. */
const steps: readonly (readonly [StepName, selector: string])[] = [
  ['search', '.search-box'],
  ['time', '.time-button'],
  ['fields', '.facets'],
  ['tools', '.toolbar'],
  ['palette', '.palette-button'],
]

/** Interval in which the card and the frame follow elements that move. */
const followMs = 200

/**
 * The tour of the search page, once events have arrived: a card that goes from part to part, with a frame
 * around the part. It is not modal: the page works meanwhile. The user's preferences store that it ended.
 */
export function Tour() {
  const { data } = useRead(['ingest', 'health'], readHealth)
  return data?.has_events ? <TourCard /> : null
}

const endTour = () => setPreferences({ tour: true })

function TourCard() {
  const [index, setIndex] = useState(0)
  const card = useRef<HTMLElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [name, selector] = steps[index] ?? ['search', '.search-box']
  const [title, text] = tourTexts.steps[name]
  const isLast = index === steps.length - 1
  const target = useBox(selector)
  const [place, setPlace] = useState<Pick<Box, 'left' | 'top'>>()
  useLayoutEffect(() => {
    if (!card.current) return
    const { offsetWidth: width, offsetHeight: height } = card.current
    setPlace(cardPlace(target, { width, height }, { width: innerWidth, height: innerHeight }))
  }, [target])
  useLayoutEffect(() => {
    // Users who have begun to type keep their focus.
    if (!document.activeElement?.matches('input, textarea, [contenteditable]')) next.current?.focus()
    const own = card.current
    return () => {
      if (own?.contains(document.activeElement)) focusMain()
    }
  }, [])
  return (
    <>
      {target && <div className="tour-frame" style={target} aria-hidden="true" />}
      <section
        ref={card}
        role="dialog"
        aria-label={tourTexts.name}
        aria-describedby={id}
        className="tour stack gap-8"
        style={place}
        onKeyDown={event => {
          if (event.key === 'Escape') endTour()
        }}
      >
        <div id={id} aria-live="polite">
          <h2>{title}</h2>
          <p className="soft">{text}</p>
        </div>
        <div className="row gap-6">
          <span className="faint small-text number grow">{tourTexts.position(index + 1, steps.length)}</span>
          {!isLast && (
            <Button className="quiet small" onClick={endTour}>
              {tourTexts.skip}
            </Button>
          )}
          {index > 0 && (
            <Button className="small" onClick={() => setIndex(index - 1)}>
              {tourTexts.back}
            </Button>
          )}
          <Button
            ref={next}
            className="primary small"
            onClick={() => (isLast ? endTour() : setIndex(index + 1))}
          >
            {isLast ? tourTexts.done : tourTexts.next}
          </Button>
        </div>
      </section>
    </>
  )
}

/** Where the first visible element of a selector is; undefined while there is no such element. */
function useBox(selector: string): Box | undefined {
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    const measure = () => setBox(known => boxOf(selector, known))
    measure()
    const timer = setInterval(measure, followMs)
    addEventListener('resize', measure)
    return () => {
      clearInterval(timer)
      removeEventListener('resize', measure)
    }
  }, [selector])
  return box
}

/** Where the element is; `known` if it is still there. */
function boxOf(selector: string, known: Box | undefined): Box | undefined {
  const found = document.querySelector(selector)?.getBoundingClientRect()
  if (!found || found.width === 0) return undefined
  const { left, top, width, height } = found
  const isSame = known?.left === left && known.top === top && known.width === width && known.height === height
  return isSame ? known : { left, top, width, height }
}
