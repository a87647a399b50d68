import { useContext, useState } from 'react'
import { errorText } from '../api/http/api-error.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { showToast } from '../components/toast.tsx'
import { resultTexts } from '../texts/search/results.ts'
import { StopContext } from './stops.ts'

/** Stops everything that the service computes for the search page. Results so far stay. */
export function StopButton() {
  const stops = useContext(StopContext)
  const [isStopping, setStopping] = useState(false)
  const stop = async () => {
    setStopping(true)
    try {
      await stops.stopAll()
    } catch (error) {
      showToast(errorText(error))
    } finally {
      setStopping(false)
    }
  }
  return (
    <Button className="small" disabled={isStopping} onClick={() => void stop()}>
      <Icon name="stop" size={12} /> {resultTexts.stop}
    </Button>
  )
}
