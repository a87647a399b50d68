import { printable } from '../../charts/printable.ts'
import { peopleTexts } from '../texts/settings/people.ts'
import type { ChangeEffect } from './change-text.ts'

const { change } = peopleTexts

/** What saving the form changes, in sentences, below the form of a user or a group. */
export function ChangeSummary({ effect: { sentences, givesControl } }: { effect: ChangeEffect }) {
  return (
    <section className="people-changes" aria-label={peopleTexts.changes}>
      <h3>{peopleTexts.changes}</h3>
      {sentences.length === 0 ? (
        <p className="faint">{peopleTexts.noChanges}</p>
      ) : (
        <>
          <ul>
            {sentences.map(sentence => (
              <li key={sentence}>{printable(sentence)}</li>
            ))}
          </ul>
          {givesControl && <p className="error-text strong-text">{change.dangerous}</p>}
          <p className="faint">{change.within}</p>
        </>
      )}
    </section>
  )
}
