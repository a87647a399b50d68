import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { nameText } from '../../../charts/name-text.ts'
import { printable } from '../../../charts/printable.ts'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import type { DashboardVariable } from '../../../schema/dashboards/dashboard-variable.ts'
import type { AuthToken } from '../../../schema/people/auth-token.ts'
import { readDashboardNames } from '../../api/dashboards.ts'
import { errorText } from '../../api/http/api-error.ts'
import { createTvToken, revokeToken } from '../../api/tokens.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { Check } from '../../components/forms/Check.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { copyText } from '../../components/toast.tsx'
import { useRead } from '../../state/use-read.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { OpenState } from '../draft/address.ts'
import { variableText } from '../variables/variable-text.ts'
import { chosenVariables, valuesOf, variableLabel, variableValue } from '../variables/variables.ts'
import { tvAddress, tvTokenAddress } from './tv-address.ts'
import '../grid/dashboard-tv.css'

const { tvLink: texts, actions } = dashboardTexts
/** Maximum other dashboards in the rotation. */
const maxOthers = 20

interface Props {
  dashboard: Dashboard
  /** Range and values of variables that were chosen in the bar. */
  state: Partial<OpenState>
  onClose: () => void
}

/**
 * Creates a link to the TV mode of dashboards, with a token for each dashboard that reads only that one.
 * Shows the link once.
 */
export function TvLinkDialog({ dashboard, state, onClose }: Props) {
  const [name, setName] = useState(texts.nameOf(dashboard.title))
  const [otherDashboards, setOthers] = useState<readonly number[]>([])
  /** Seconds between two dashboards, as typed. */
  const [every, setEvery] = useState('30')
  const { data = [] } = useRead(['dashboards', 'names'], readDashboardNames)
  /** Values of variables that differ from the saved ones: the token reads these values and no others. */
  const chosen = Object.entries(state.values ?? {}).map(
    ([variable, values]) => [variable, variableValue(values)] as const,
  )
  const plan = { ids: [dashboard.id, ...otherDashboards], everySeconds: Number(every) }
  const create = useMutation({
    mutationFn: async () => {
      const tokens: AuthToken[] = []
      try {
        for (const id of plan.ids) {
          const hasValues = id === dashboard.id && chosen.length > 0
          const scope = { dashboard_id: id, ...(hasValues && { values: Object.fromEntries(chosen) }) }
          tokens.push(await createTvToken(scope, name.trim()))
        }
      } catch (error) {
        // Without its link, a token is of no use.
        await Promise.allSettled(tokens.map(({ id }) => revokeToken(id)))
        throw error
      }
      return tokens.map(({ secret_key }) => secret_key)
    },
  })
  const link = create.data && location.origin + tvTokenAddress(plan, create.data)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  const toggle = (id: number) =>
    setOthers(
      otherDashboards.includes(id)
        ? otherDashboards.filter(one => one !== id)
        : [...otherDashboards, id].slice(0, maxOthers),
    )
  return (
    <Dialog title={texts.title} onClose={onClose} className="confirm dash-tv-link">
      <p className="soft">{texts.text}</p>
      {chosen.length > 0 && (
        <p className="soft">
          {texts.values(
            chosenVariables(dashboard.config, state.values ?? {})
              .filter(({ name }) => chosen.some(([variable]) => variable === name))
              .map(variable => `${printable(variableLabel(variable))} ${chosenText(variable)}`),
          )}
        </p>
      )}
      {!dashboard.is_public && <p className="soft">{texts.private}</p>}
      <form onSubmit={submit}>
        {link === undefined ? (
          <>
            <TextField
              label={texts.name}
              value={name}
              required
              maxLength={200}
              fault={create.error ? errorText(create.error) : undefined}
              onChange={setName}
            />
            {data.length > 1 && (
              <fieldset className="dash-rotation">
                <legend className="label">{texts.rotate}</legend>
                <div className="dash-rotation-list">
                  {data
                    .filter(({ id }) => id !== dashboard.id)
                    .map(({ id, title }) => (
                      <Check key={id} isOn={otherDashboards.includes(id)} onChange={() => toggle(id)}>
                        {printable(title)}
                      </Check>
                    ))}
                </div>
                <p className="field-hint">{texts.rotateHint}</p>
              </fieldset>
            )}
            {otherDashboards.length > 0 && (
              <TextField
                label={texts.every}
                type="number"
                min={5}
                max={3600}
                required
                value={every}
                onChange={setEvery}
              />
            )}
          </>
        ) : (
          <TextField label={texts.link} value={link} readOnly inputClass="mono" hint={texts.once} />
        )}
        <TextField
          label={texts.withoutToken}
          hint={state.range ? texts.withoutTokenHint : undefined}
          value={location.origin + tvAddress(plan, state)}
          readOnly
          inputClass="mono"
        />
        <div className="form-actions">
          <Button onClick={onClose}>{link === undefined ? actions.cancel : actions.close}</Button>
          {link === undefined ? (
            <Button type="submit" className="primary" disabled={create.isPending}>
              {texts.create}
            </Button>
          ) : (
            <Button className="primary" onClick={() => void copyText(link)}>
              {texts.copy}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** Maximum values of a variable that are listed. */
const maxNamed = 4

/** The chosen values of a variable; their number if there are many. */
function chosenText(variable: DashboardVariable): string {
  const values = valuesOf(variable)
  if (values.length === 0 || values.length > maxNamed) return variableText(variable)
  return values.map(value => nameText(variable.field, value)).join(texts.or)
}
