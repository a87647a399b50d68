import { useState } from 'react'
import { momentText } from '../../charts/time-text.ts'
import { parseTypedRange } from '../../time/parse-typed-range.ts'
import { type Range, rangeKey } from '../../time/range.ts'
import { Button, MenuItem } from '../components/Button.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useNarrow } from '../components/use-narrow.ts'
import { lazyComponent } from '../state/lazy-part.ts'
import { useZone } from '../state/preferences.ts'
import { timeTexts } from '../texts/time.ts'
import { endsOf, shifted, upToNow, widened } from './range-steps.ts'
import { defaultPresets, presetText, rangeText } from './range-text.ts'
import { recentRanges } from './recent-ranges.ts'
import { ZoneMenu } from './ZoneMenu.tsx'

interface Props {
  range: Range
  onChoose: (range: Range) => void
}

/** The panel of TimePicker: presets, recent ranges, a typed range, and two moments with a calendar. */
export function TimePanel({ range, onChoose }: Props) {
  const zone = useZone()
  const now = Date.now() / 1000
  const [typed, setTyped] = useState('')
  // On a touch screen the focus would open the on-screen keyboard.
  const isTouch = matchMedia('(pointer: coarse)').matches
  const narrow = useNarrow()
  const hasTyped = typed.trim() !== ''
  const meaning = hasTyped ? parseTypedRange(typed, zone, now) : undefined
  const hint = hasTyped ? `${timeTexts.notUnderstood} ${timeTexts.typeForms}` : timeTexts.typeForms
  return (
    <div className="time-panel">
      <div className="time-lists">
        <RangeList
          label={timeTexts.presets}
          ranges={defaultPresets.map(preset => ({ preset }))}
          {...{ range, onChoose, zone }}
        />
        <RecentRanges {...{ range, onChoose, zone }} />
      </div>
      <div className="time-custom gap-10 grow">
        <form
          onSubmit={event => {
            event.preventDefault()
            if (meaning) onChoose(meaning)
          }}
        >
          <TextField
            label={timeTexts.type}
            autoFocus={!isTouch}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            placeholder={timeTexts.typeExample}
            aria-invalid={hasTyped && !meaning}
            onChange={setTyped}
          />
          <p
            className={
              hasTyped && !meaning ? 'time-meaning small-text faint bad' : 'time-meaning small-text faint'
            }
            role="status"
          >
            {meaning ? `${timeTexts.enter} ${rangeText(meaning, zone)}` : hint}
          </p>
        </form>
        <AbsoluteRange range={range} onChoose={onChoose} />
        {narrow && (
          <div className="time-steps">
            {steps(range, zone).map(([name, stepped]) => (
              <button key={name} type="button" className="button small" onClick={() => onChoose(stepped())}>
                {name}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

/** Steps for narrow windows; in wide ones, TimeBar has buttons for them. */
function steps(range: Range, zone: string): [name: string, range: () => Range][] {
  const now = () => Date.now() / 1000
  const found: [name: string, range: () => Range][] = [
    [timeTexts.earlierShort, () => shifted(range, -1, zone, now())],
    [timeTexts.zoomOut, () => widened(range, zone, now())],
  ]
  if ('from' in range) found.push([timeTexts.now, () => upToNow(range, zone, now())])
  return found
}

interface ListProps extends Props {
  zone: string
}

/** The recent ranges that are not among the offered presets. */
function RecentRanges(props: ListProps) {
  const presets = new Set(defaultPresets)
  const recent = recentRanges().filter(range => 'from' in range || !presets.has(range.preset))
  if (recent.length === 0) return null
  return (
    <>
      <p className="time-heading small-text faint">{timeTexts.recent}</p>
      <RangeList label={timeTexts.recent} ranges={recent} {...props} />
    </>
  )
}

function RangeList({
  label,
  ranges,
  range,
  zone,
  onChoose,
}: ListProps & { label: string; ranges: readonly Range[] }) {
  return (
    <ul aria-label={label}>
      {ranges.map(choice => (
        <li key={rangeKey(choice)}>
          <MenuItem aria-current={rangeKey(choice) === rangeKey(range)} onClick={() => onChoose(choice)}>
            {'preset' in choice ? presetText(choice.preset) : rangeText(choice, zone)}
          </MenuItem>
        </li>
      ))}
    </ul>
  )
}

const Calendar = lazyComponent(
  async () => (await import('./Calendar.tsx')).Calendar,
  <div className="calendar" />,
)

/** Two moments in the zone of the page, typed or chosen from a calendar. */
function AbsoluteRange({ range, onChoose }: Props) {
  const zone = useZone()
  const now = Date.now() / 1000
  // Texts as typed; undefined while they show the range.
  const [typedFrom, setFrom] = useState<string>()
  const [typedTo, setTo] = useState<string>()
  const ends = endsOf(range, zone, now)
  const from = typedFrom ?? momentText(ends.from, zone)
  const to = typedTo ?? momentText(ends.to, zone)
  const typedRange = parseTypedRange(`${from} to ${to}`, zone, now)
  const span = typedRange && 'from' in typedRange ? typedRange : undefined
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (span) onChoose(span)
      }}
    >
      <div className="time-ends">
        <TextField
          label={timeTexts.from}
          inputClass="mono"
          autoComplete="off"
          value={from}
          onChange={setFrom}
        />
        <TextField
          label={timeTexts.to}
          inputClass="mono"
          autoComplete="off"
          value={to}
          aria-invalid={!span}
          onChange={setTo}
        />
      </div>
      {!span && <p className="time-meaning small-text faint bad">{timeTexts.badSpan}</p>}
      <Calendar
        from={span && momentText(span.from, zone).slice(0, 10)}
        to={span && momentText(span.to - 1, zone).slice(0, 10)}
        today={momentText(now, zone).slice(0, 10)}
        onChoose={(first, last) => {
          setFrom(first)
          setTo(last)
        }}
      />
      <div className="time-actions">
        <ZoneMenu className="button small" named />
        <Button type="submit" className="primary small" disabled={!span}>
          {timeTexts.apply}
        </Button>
      </div>
    </form>
  )
}
