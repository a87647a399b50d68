import { useMemo } from 'react'
import { printable } from '../../../charts/printable.ts'
import { lengthText, momentText } from '../../../charts/time-text.ts'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import type { Range } from '../../../time/range.ts'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Link } from '../../components/Link.tsx'
import { useNow } from '../../components/use-now.ts'
import { lazyComponent } from '../../state/lazy-part.ts'
import { useZone } from '../../state/preferences.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { rangeText } from '../../time/range-text.ts'
import { TimeBar } from '../../time/TimeBar.tsx'
import { rangeOfConfig } from '../../widgets/data/config-range.ts'
import type { Builder } from '../builder/use-builder.ts'
import type { OpenState } from '../draft/address.ts'
import { type Draft, titleOf } from '../draft/draft.ts'
import { DashboardMenu } from '../menu/DashboardMenu.tsx'
import { toggleStar, useStarred } from '../menu/starred.ts'
import { variableText } from '../variables/variable-text.ts'
import { chosenVariables, variableLabel } from '../variables/variables.ts'
import { useDataAge } from './use-dashboard.ts'

const { open: texts } = dashboardTexts

// Few dashboards have variables.
const VariableBar = lazyComponent(async () => (await import('../variables/VariableBar.tsx')).VariableBar)

/** If the results are older, a note says so. Results get older only while the live connection is lost. */
const maxAgeSeconds = 20

interface Props {
  id: number | 'overview'
  dashboard: Dashboard | undefined
  draft: Draft
  state: OpenState
  builder: Builder
  onChange: (change: Partial<OpenState>) => void
  onPrint: () => void
}

/** Title, variables, time range and actions of an open dashboard. */
export function DashboardBar({ id, dashboard, draft, state, builder, onChange, onPrint }: Props) {
  const starred = useStarred()
  const zone = useZone()
  const { config } = draft
  const savedRange = useMemo(() => rangeOfConfig(config), [config])
  const variables = useMemo(() => chosenVariables(config, state.values), [config, state.values])
  const title = printable(titleOf(draft))
  const now = useNow(5)
  const age = useDataAge(now, true)
  const isStarred = typeof id === 'number' && starred.has(id)
  return (
    <header className="page-bar dash-bar">
      <Link className="dash-back" href="/dashboards" aria-label={texts.toList} title={texts.toList}>
        <Icon name="left" size={14} />
      </Link>
      <h1 className="one-line" title={title}>
        {title}
      </h1>
      {typeof id === 'number' && (
        <span className={isStarred ? 'dash-star dash-starred' : 'dash-star'}>
          <IconButton
            icon="star"
            label={dashboardTexts.list.star(title)}
            aria-pressed={isStarred}
            onClick={() => toggleStar(id)}
          />
        </span>
      )}
      <span className="dash-printed">
        {[
          rangeText(state.range ?? savedRange, zone),
          texts.drawnAt(momentText(now, zone)),
          ...variables.map(variable =>
            texts.printedVariable(printable(variableLabel(variable)), variableText(variable)),
          ),
        ].join(' · ')}
      </span>
      {dashboard?.read_only === true && (
        <span className="small-text faint one-line dash-owner">
          {texts.ownedBy(printable(dashboard.owner.fullname || dashboard.owner.username))}
        </span>
      )}
      {variables.length > 0 && (
        <VariableBar
          variables={variables}
          range={state.range ?? savedRange}
          isChanged={Object.keys(state.values).length > 0}
          onChange={(name, values) => onChange({ values: { ...state.values, [name]: values } })}
          onReset={() => onChange({ values: {} })}
        />
      )}
      <span className="grow" />
      {age > maxAgeSeconds && (
        <span className="tag-note" role="status" title={texts.offline}>
          {texts.behind(lengthText(age))}
        </span>
      )}
      {state.range && (
        <Button
          className="quiet small"
          title={texts.resetRange}
          onClick={() => onChange({ range: undefined })}
        >
          {texts.rangeOf}
        </Button>
      )}
      <TimeBar range={state.range ?? savedRange} onChange={(range: Range) => onChange({ range })} />
      {dashboard?.read_only === false && !builder.isEditing && (
        <Button aria-label={dashboardTexts.actions.edit} onClick={builder.start}>
          <Icon name="pen" size={14} /> <span className="wide">{dashboardTexts.actions.edit}</span>
        </Button>
      )}
      <IconButton
        icon="full"
        label={state.isFull ? texts.endFull : texts.full}
        title={texts.fullTitle}
        large
        aria-pressed={state.isFull}
        onClick={() => onChange({ isFull: !state.isFull })}
      />
      {!builder.isEditing && (
        <DashboardMenu id={id} dashboard={dashboard} draft={draft} state={state} onPrint={onPrint} />
      )}
    </header>
  )
}
