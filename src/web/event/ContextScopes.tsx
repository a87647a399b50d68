import { printable } from '../../charts/printable.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { type ContextScope, contextScopes } from '../search/state/search-state.ts'
import { contextTexts } from '../texts/search/event.ts'
import { contextTags, tagOfScope } from './context-requests.ts'

/** Maximum UTF-16 units of a tag's value in the list of tags. */
const maxUnits = 60

interface Props {
  event: EventRecord
  scope: ContextScope
  onChoose: (scope: ContextScope) => void
}

/** Chooses the context: the same host and program, the same host, all events, or the same value of a tag. */
export function ContextScopes({ event, scope, onChoose }: Props) {
  const tags = contextTags(event)
  return (
    <fieldset className="chips" aria-label={contextTexts.scope}>
      {contextScopes.map(name => (
        <button
          key={name}
          type="button"
          className="chip"
          aria-pressed={scope === name}
          onClick={() => onChoose(name)}
        >
          {contextTexts.scopes[name]}
        </button>
      ))}
      {tags.length > 0 && (
        <select
          className="field small context-tag"
          aria-label={contextTexts.tag}
          value={tagOfScope(scope) ?? ''}
          onChange={({ target }) => onChoose(target.value === '' ? 'program' : `tag:${target.value}`)}
        >
          <option value="">{contextTexts.tag}</option>
          {tags.map(name => (
            <option key={name} value={name}>
              {contextTexts.sameTag(
                printable(name),
                printable(truncateText(event.user_tags[name] ?? '', maxUnits)),
              )}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  )
}
