import { minuteText } from '../../../charts/time-text.ts'
import type { Trigger } from '../../../schema/triggers/trigger.ts'
import { createSilence } from '../../api/silences.ts'
import { useAction } from '../../components/use-action.ts'
import { useZone } from '../../state/preferences.ts'
import { silenceTexts as texts } from '../../texts/notifications.ts'

/** First part of the query keys of silences. */
export const silencesKey = 'silences'

/** Returns a function that silences a trigger for `seconds` from now. */
export function useSilenceTrigger(): (trigger: Pick<Trigger, 'id' | 'name'>, seconds: number) => void {
  const zone = useZone()
  const { act } = useAction(silencesKey)
  return ({ id, name }, seconds) => {
    const endsAt = Math.ceil(Date.now() / 1000) + seconds
    act(
      () => createSilence({ name, trigger_ids: [id], ends_at: endsAt }),
      created => texts.made(created.name, minuteText(created.ends_at, zone)),
    )
  }
}
