import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exactNumber, shortNumber } from '../../../../charts/number-text.ts'
import { printable } from '../../../../charts/printable.ts'
import { elapsedText } from '../../../../charts/time-text.ts'
import type { TriggerContent } from '../../../../schema/triggers/trigger.ts'
import type { TriggerDryRun } from '../../../../schema/triggers/trigger-dry-run.ts'
import { errorText } from '../../../api/http/api-error.ts'
import { dryRunTrigger, triggersKey } from '../../../api/triggers.ts'
import { Announcement } from '../../../components/Announcement.tsx'
import { Button } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'
import { useSettled } from '../../../widgets/edit/use-settled.ts'
import { searchOfFilter } from '../../links/search-of-filter.ts'
import { DryRunCharts } from './DryRunCharts.tsx'
import { DryRunActions, DryRunEvents, DryRunFirings, DryRunHosts } from './DryRunLists.tsx'
import { MessagePreview } from './MessagePreview.tsx'

// The keys are the choices.
const choices = Object.keys(texts.previewRanges).map(Number) as (keyof typeof texts.previewRanges)[]
const presets = { 1: 'last_24_hours', 7: 'last_7_days', 30: 'last_30_days' } as const
const staleMs = 60_000

/** What the trigger would have done in the last days, recomputed during editing. */
export function PreviewPanel({ draft }: { draft: TriggerContent }) {
  const [days, setDays] = useState<(typeof choices)[number]>(1)
  const settled = useSettled(draft)
  // The name and texts do not affect the result.
  const { name: _, send_email_template, send_webhook_template, note_text, ...counted } = settled
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: [triggersKey, 'dry-run', counted, days],
    queryFn: ({ signal }) => dryRunTrigger({ ...settled, name: '' }, days, signal),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: staleMs,
    refetchOnWindowFocus: false,
  })
  const isOld = isPlaceholderData || isFetching || settled !== draft
  const shown = error === null ? data : undefined
  return (
    <>
      <section
        className="trigger-card trigger-preview card"
        aria-labelledby="trigger-preview"
        aria-busy={isOld}
      >
        <header>
          <h2 id="trigger-preview">{texts.preview}</h2>
          <span className="grow" />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box */}
          <div className="trigger-ranges" role="group" aria-label={texts.previewRange}>
            {choices.map(choice => (
              <Button
                key={choice}
                className="small"
                aria-pressed={days === choice}
                onClick={() => setDays(choice)}
              >
                {texts.previewRanges[choice]}
              </Button>
            ))}
          </div>
        </header>
        {error !== null && (
          <p className="field-hint bad" role="alert">
            {texts.previewFailed(errorText(error))}
          </p>
        )}
        {error === null && !shown && <p className="trigger-count stale">{texts.previewCounting}</p>}
        {shown && (
          <>
            <Headline run={shown} days={days} hasCondition={settled.condition !== null} isOld={isOld} />
            <Announcement text={isOld ? '' : headlineText(shown, settled.condition !== null)} />
            {shown.matches === 0 ? (
              <p className="soft">{texts.previewNone}</p>
            ) : (
              <>
                <DryRunCharts run={shown} filter={settled.filter} hasCondition={settled.condition !== null} />
                <DryRunActions run={shown} />
                <DryRunFirings run={shown} />
                <DryRunHosts run={shown} />
                <DryRunEvents run={shown} />
              </>
            )}
            {!shown.complete && <p className="trigger-caution">{texts.previewIncomplete}</p>}
            {shown.notes.map(note => (
              <p key={note} className="trigger-remark">
                {printable(note)}
              </p>
            ))}
            <footer>
              <a
                className="button small"
                href={searchOfFilter(settled.filter, presets[days])}
                target="_blank"
                rel="noreferrer"
              >
                <Icon name="open" size={13} /> {texts.previewSearch}
              </a>
              <span className="faint">{texts.previewTook(elapsedText(shown.took_ms))}</span>
            </footer>
          </>
        )}
      </section>
      {shown && <MessagePreview draft={settled} events={shown.samples} />}
    </>
  )
}

interface HeadlineProps {
  run: TriggerDryRun
  days: keyof typeof texts.previewIn
  hasCondition: boolean
  isOld: boolean
}

function Headline({ run, days, hasCondition, isOld }: HeadlineProps) {
  const count = hasCondition ? run.fires : run.matches
  return (
    <p className={isOld ? 'trigger-count stale' : 'trigger-count'}>
      <b className="number">{headlineText(run, hasCondition)}</b>
      <span className="soft">{texts.previewIn[days]}</span>
      {hasCondition && run.matches > 0 && (
        <span className="faint">{texts.previewFrom(run.matches, exactNumber(run.matches))}</span>
      )}
      {days > 1 && count > days && (
        <span className="faint">{texts.previewPerDay(shortNumber(Math.ceil(count / days)))}</span>
      )}
    </p>
  )
}

function headlineText({ fires, matches }: TriggerDryRun, hasCondition: boolean): string {
  return hasCondition
    ? texts.previewFires(fires, exactNumber(fires))
    : texts.previewCount(matches, exactNumber(matches))
}
