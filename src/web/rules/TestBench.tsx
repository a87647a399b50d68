import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import type { RuleOutcome } from '../../schema/intake/rule.ts'
import { errorText } from '../api/http/api-error.ts'
import { tryRules } from '../api/rules.ts'
import { Button } from '../components/Button.tsx'
import { Check } from '../components/forms/Check.tsx'
import { TextArea } from '../components/forms/TextArea.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { completeAnswer } from '../live/complete-answer.ts'
import { queryApi } from '../live/query-api.ts'
import { realClock } from '../state/clock.ts'
import { ruleTexts } from '../texts/settings/rules.ts'
import { changesOf, type FieldChange, pastedLines } from './bench-diff.ts'
import { useSettled } from './use-rule-check.ts'

const texts = ruleTexts.bench
/** Maximum events per request. */
const maxEvents = 100
const maxRecentEvents = 20
/** Rules that do nothing: their result is the event before the rules. */
const noRules = 'rewrite_rules: []'

/** An event of the bench: a line, or the members of a stored event. */
interface BenchEvent {
  id: number
  shown: string
  event: unknown
}
let lastId = 0
const benchEvent = (shown: string, event: unknown): BenchEvent => ({ id: ++lastId, shown, event })

interface Props {
  /** The rule file as typed. */
  text: string
  isValid: boolean
  /** The name as typed. */
  name: string
  /** The saved name; undefined for a new file. */
  savedName: string | undefined
}

/** Runs events through the typed rules, alone or in place among the active files, and shows the effect. */
export function TestBench({ text, isValid, name, savedName }: Props) {
  const [isAlone, setAlone] = useState(false)
  const [events, setEvents] = useState<readonly BenchEvent[]>([])
  const [pasted, setPasted] = useState('')
  const add = (more: readonly BenchEvent[]) => setEvents(before => [...before, ...more].slice(-maxEvents))
  const recent = useMutation({ mutationFn: readRecent, onSuccess: add })
  const settled = useSettled(text)
  // With a name, the text runs among the active files, in place of the saved file.
  const position =
    isAlone || name === '' ? {} : { name, ...(savedName !== undefined && { replaces: savedName }) }
  const eventIds = events.map(({ id }) => id).join()
  const { data, error, isFetching } = useQuery({
    queryKey: ['rules', 'bench', settled, eventIds, isAlone ? '' : name],
    queryFn: async ({ signal }) => {
      const inputs = events.map(({ event }) => event)
      const [after, before] = await Promise.all([
        tryRules({ text: settled, events: inputs, ...position }, signal),
        tryRules({ text: noRules, events: inputs }, signal),
      ])
      const outcomes = after.results.map((outcome, index) => ({
        ...outcome,
        changes: changesOf(before.results[index]?.event ?? outcome.event, outcome.event),
      }))
      return { eventIds, outcomes }
    },
    enabled: isValid && events.length > 0 && settled === text,
    placeholderData: keepPreviousData,
    retry: false,
  })
  // The results of an earlier rule text stay until the next ones; results of other events do not.
  const results = data?.eventIds === eventIds ? data.outcomes : undefined
  return (
    <section className="rules-panel card" aria-labelledby="rules-bench">
      <h2 id="rules-bench">{texts.heading}</h2>
      <p className="faint">{texts.hint}</p>
      <Check isOn={isAlone} onChange={setAlone}>
        {texts.alone}
      </Check>
      <div className="rules-bench-add">
        <Button disabled={recent.isPending} onClick={() => recent.mutate()}>
          <Icon name="list" size={14} />
          {recent.isPending ? texts.loadingRecent : texts.recent}
        </Button>
        <TextArea
          label={texts.paste}
          hint={texts.pasteHint}
          inputClass="mono"
          rows={2}
          spellCheck={false}
          value={pasted}
          onChange={setPasted}
        />
        <Button
          disabled={pasted.trim() === ''}
          onClick={() => {
            add(pastedLines(pasted, maxEvents).map(line => benchEvent(line, line)))
            setPasted('')
          }}
        >
          {texts.add}
        </Button>
        {events.length > 0 && (
          <Button className="quiet" onClick={() => setEvents([])}>
            {texts.clear}
          </Button>
        )}
      </div>
      <p role="status" className="soft">
        {recent.isSuccess && recent.data.length === 0 && texts.noRecent}
        {events.length === 0 && !recent.isSuccess && texts.empty}
        {results &&
          texts.summary(
            results.length,
            results.filter(({ matched }) => matched.length > 0).length,
            results.filter(({ dropped }) => dropped).length,
          )}
        {!results && isFetching && texts.running}
      </p>
      {(error ?? recent.error) && (
        <p className="error-text" role="alert">
          {`${texts.failed}: ${errorText(error ?? recent.error)}`}
        </p>
      )}
      <ol className="rules-results">
        {events.map(({ id, shown }, index) => (
          <BenchResult
            key={id}
            line={printable(shown)}
            outcome={results?.[index]}
            fileName={isAlone ? undefined : name}
            onRemove={() => setEvents(before => before.filter(event => event.id !== id))}
          />
        ))}
      </ol>
    </section>
  )
}

/**
 * The newest events, in the format of POST /incoming. User tags are left out, since rules may have set them.
 */
async function readRecent(): Promise<BenchEvent[]> {
  const answer = await completeAnswer(queryApi, realClock, {
    type: 'Search',
    params: {
      time_range: { preset: 'last_24_hours' },
      sort: ['-last_occurrence'],
      page_size: maxRecentEvents,
    },
  })
  return (answer.results.events?.objects ?? []).map(({ host, program, message, severity, facility }) =>
    benchEvent(`${host} ${program}: ${message}`, { host, program, message, severity, facility }),
  )
}

/** Maximum UTF-16 units of a line or value in the results, and of a line's tooltip. */
const maxShown = 600
const maxTooltip = 4_000

interface BenchResultProps {
  line: string
  /** The file in the editor: other files' rules are shown with their file. undefined: only this file ran. */
  fileName: string | undefined
  outcome: (RuleOutcome & { changes: readonly FieldChange[] }) | undefined
  onRemove: () => void
}

/** The effect of the rules on one event: the matching rules, and the changes field by field. */
function BenchResult({ line, fileName, outcome, onRemove }: BenchResultProps) {
  const rules = outcome?.matched
    .map(({ file, rule, comment }) => {
      const text = texts.rule(rule, comment)
      return fileName === undefined || file === fileName ? text : texts.otherFile(text, printable(file))
    })
    .join(', ')
  return (
    <li className={outcome?.dropped ? 'dropped' : undefined}>
      <div className="rules-result-line row gap-8">
        <span className="mono" title={line.slice(0, maxTooltip)}>
          {line.slice(0, maxShown)}
        </span>
        <IconButton icon="close" label={texts.remove} iconSize={12} onClick={onRemove} />
      </div>
      {outcome && (
        <p className="row gap-8 small-text">
          {outcome.dropped && <span className="badge error">{texts.dropped}</span>}
          {rules === '' ? <span className="faint">{texts.none}</span> : texts.matched(rules ?? '')}
        </p>
      )}
      {outcome && !outcome.dropped && outcome.changes.length > 0 && (
        <table className="rules-changes">
          <thead>
            <tr>
              <th scope="col">{texts.columns.field}</th>
              <th scope="col">{texts.columns.before}</th>
              <th scope="col">{texts.columns.after}</th>
            </tr>
          </thead>
          <tbody>
            {outcome.changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{printable(field)}</th>
                <td>
                  {before === undefined ? <span className="faint">{texts.nothing}</span> : shownValue(before)}
                </td>
                <td>
                  {after === undefined ? (
                    <span className="faint">{texts.nothing}</span>
                  ) : (
                    <ins>{shownValue(after)}</ins>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  )
}

function shownValue(value: string): string {
  return printable(value.slice(0, maxShown))
}
