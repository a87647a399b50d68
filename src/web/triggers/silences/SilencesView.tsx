import { useState } from 'react'
import { exactNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { lengthText, minuteText } from '../../../charts/time-text.ts'
import type { Silence, SilenceState } from '../../../schema/triggers/silence.ts'
import { readExistingPage } from '../../api/http/existing-page.ts'
import { changeSilence, deleteSilence, readSilences } from '../../api/silences.ts'
import { Button } from '../../components/Button.tsx'
import { DeleteButton } from '../../components/dialogs/DeleteButton.tsx'
import { Icon } from '../../components/Icon.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useKeys } from '../../components/keys/use-keys.ts'
import { EmptyList } from '../../components/lists/EmptyList.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import { ShowLinks } from '../../components/lists/ShowLinks.tsx'
import { actionsColumn, type Column } from '../../components/lists/Table.tsx'
import { useAction } from '../../components/use-action.ts'
import { useNow } from '../../components/use-now.ts'
import { usePageTitle } from '../../components/use-page-title.ts'
import { declareAddress, oneOf, pageNumber } from '../../state/address.ts'
import { navigate, useLocation } from '../../state/location.ts'
import { useZone } from '../../state/preferences.ts'
import { useRead } from '../../state/use-read.ts'
import { silenceTexts as texts } from '../../texts/notifications.ts'
import { triggerTexts } from '../../texts/triggers/triggers.ts'
import { filterText } from '../links/describe.ts'
import { TriggerTabs } from '../links/TriggerTabs.tsx'
import { SilenceDialog } from './SilenceDialog.tsx'
import { silencesKey } from './use-silence-trigger.ts'

/** The choices of which silences are listed. */
const shows = ['current', 'ended', 'all'] as const
/** The states that each choice shows; an empty list: all. */
const states: Record<(typeof shows)[number], SilenceState[]> = {
  current: ['active', 'pending'],
  ended: ['ended'],
  all: [],
}
const address = declareAddress('/triggers?view=silences', {
  show: oneOf('show', shows, 'current'),
  page: pageNumber(),
})
/** The class of the badge of each state. */
const tones = { active: 'warning', pending: 'notice', ended: '' } as const
const { columns: headings } = texts

/** Silences, during which triggers do nothing: current, planned and past ones. */
export function SilencesView() {
  usePageTitle(texts.title)
  const zone = useZone()
  const now = useNow(10)
  const { show, page } = address.read(useLocation().query)
  const [edited, setEdited] = useState<Silence | 'new'>()
  const silences = useRead(
    [silencesKey, show, page],
    signal => readExistingPage(page, page => readSilences(states[show], page, signal)),
    { keepsPrevious: true },
  )
  const { act } = useAction(silencesKey)
  useKeys({ n: () => setEdited('new'), r: silences.retry })
  const columns: Column<Silence>[] = [
    {
      heading: headings.silence,
      className: 'cell-title',
      cell: silence => (
        <>
          {silence.read_only ? (
            <span>{printable(silence.name)}</span>
          ) : (
            <button type="button" className="title-button" onClick={() => setEdited(silence)}>
              {printable(silence.name)}
            </button>
          )}
          <span className="faint">
            {silence.trigger_ids.length === 0
              ? texts.allTriggers
              : texts.triggers(silence.trigger_ids.length)}
            {silence.filter.length > 0 && ` · ${filterText(silence.filter)}`}
          </span>
          {silence.comment !== '' && <span className="faint">{printable(silence.comment)}</span>}
        </>
      ),
    },
    {
      heading: headings.state,
      cell: silence => {
        const state = silenceState(silence, now)
        return (
          <span className="silence-state">
            <span className={`badge ${tones[state]}`}>{texts.states[state]}</span>
            {state === 'active' && (
              <span className="faint">{texts.endsIn(lengthText(Math.ceil(silence.ends_at - now)))}</span>
            )}
            {state === 'pending' && (
              <span className="faint">{texts.startsIn(lengthText(Math.ceil(silence.starts_at - now)))}</span>
            )}
          </span>
        )
      },
    },
    {
      heading: headings.from,
      className: 'number',
      cell: ({ starts_at }) => minuteText(starts_at, zone),
    },
    {
      heading: headings.to,
      className: 'number',
      cell: ({ ends_at }) => minuteText(ends_at, zone),
    },
    {
      heading: headings.held,
      className: 'end number',
      cell: ({ suppressed_count }) =>
        suppressed_count === null ? triggerTexts.hidden : exactNumber(suppressed_count),
    },
    { heading: headings.owner, cell: ({ owner }) => printable(owner.fullname || owner.username) },
    {
      heading: headings.actions,
      className: actionsColumn,
      cell: silence =>
        !silence.read_only && (
          <>
            {silenceState(silence, now) === 'active' && (
              <Button
                className="small"
                aria-label={texts.endOf(printable(silence.name))}
                onClick={() =>
                  act(
                    () => changeSilence(silence.id, { ends_at: Math.floor(Date.now() / 1000) }),
                    ({ name }) => texts.ended(name),
                  )
                }
              >
                {texts.end}
              </Button>
            )}
            <IconButton
              icon="pen"
              label={texts.editOf(printable(silence.name))}
              title={texts.edit}
              onClick={() => setEdited(silence)}
            />
            <DeleteButton
              name={printable(silence.name)}
              title={texts.deleteTitle}
              onDelete={() => act(() => deleteSilence(silence.id), texts.deleted(silence.name))}
            >
              {texts.deleteText(printable(silence.name))}
            </DeleteButton>
          </>
        ),
    },
  ]
  return (
    <>
      <header className="page-bar">
        <h1>{triggerTexts.title}</h1>
        <TriggerTabs view="silences" />
        <span className="grow" />
        <Button className="primary" onClick={() => setEdited('new')}>
          <Icon name="plus" size={14} /> {texts.create}
        </Button>
      </header>
      <div className="filter-bar wrap-row trigger-filters">
        <ShowLinks
          label={texts.showLabel}
          shows={shows}
          current={show}
          addressOf={show => address.write({ show })}
          textOf={show => texts.shows[show]}
        />
        <span className="grow" />
        <span className="faint">{texts.intro}</span>
      </div>
      <PagedTable
        list={silences}
        columns={columns}
        rowClass={silence => (silenceState(silence, now) === 'ended' ? 'resting' : undefined)}
        page={page}
        onPage={next => navigate(address.write({ show, page: next }))}
        errorTitle={texts.failed}
        empty={
          <EmptyList
            title={texts.emptyTitle}
            text={show === 'ended' ? texts.noneEnded : texts.empty}
            action={
              <Button className="primary" onClick={() => setEdited('new')}>
                {texts.create}
              </Button>
            }
          />
        }
      />
      {edited !== undefined && (
        <SilenceDialog
          {...(edited !== 'new' && { silence: edited })}
          triggers={[]}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

/** Whether a silence is current, planned or past. */
function silenceState(
  { starts_at, ends_at }: Pick<Silence, 'starts_at' | 'ends_at'>,
  now: number,
): SilenceState {
  if (now >= ends_at) return 'ended'
  return now >= starts_at ? 'active' : 'pending'
}
