import { useEffect, useRef, useState } from 'react'
import { messages, onLanguage } from '../../language/messages.js'
import { languages, readLanguage, setLanguage } from '../../service/language.js'
import { readTheme, setTheme, themes } from '../../service/theme.js'
import styles from './look.module.css'

/** The theme and the language of the page in this browser. */
export function Look() {
  const [theme, show] = useState(readTheme)
  const { account } = messages
  return (
    <>
      <Choices
        title={account.look}
        name="theme"
        choices={themes}
        chosen={theme}
        toLabel={(theme) => account.themes[theme]}
        onChoose={(theme) => {
          setTheme(theme)
          show(theme)
        }}
      />
      <Languages />
    </>
  )
}

/** Whether the page is shown anew because a language was chosen: the choice then has the focus again. */
let isShownAnew = false

function Languages() {
  const [language, show] = useState(readLanguage)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isShownAnew) element.current?.querySelector<HTMLInputElement>(':checked')?.focus()
    isShownAnew = false
    return onLanguage(() => {
      isShownAnew = true
    })
  }, [])
  const { account } = messages
  return (
    <div ref={element}>
      <Choices
        title={account.language}
        name="language"
        choices={languages}
        chosen={language}
        toLabel={(language) => account.languages[language]}
        onChoose={(language) => {
          show(language)
          void setLanguage(language)
        }}
      />
    </div>
  )
}

interface ChoicesProps<Choice extends string> {
  title: string
  name: string
  choices: readonly Choice[]
  chosen: Choice
  toLabel: (choice: Choice) => string
  onChoose: (choice: Choice) => void
}

function Choices<Choice extends string>({ title, name, choices, chosen, toLabel, onChoose }: ChoicesProps<Choice>) {
  return (
    <fieldset className={styles['choices']}>
      <legend>{title}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input type="radio" name={name} checked={chosen === choice} onChange={() => onChoose(choice)} />
          {toLabel(choice)}
        </label>
      ))}
    </fieldset>
  )
}
