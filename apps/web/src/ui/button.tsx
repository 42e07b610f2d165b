import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.js'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  icon: IconName
  /** The action, which is read out, and shown beside the icon or in a tooltip. */
  label: string
}

/**
 * A button with only an icon. It has the colour of its surroundings, so that it is visible on a page and on a picture.
 */
export function IconButton({ icon, label, className = '', ...rest }: ButtonProps) {
  return (
    <button type="button" className={`${styles['icon']} ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}

/** A button of a bar: an icon with a label, or only the icon where there is little space. */
export function BarButton({ icon, label, className = '', ...rest }: ButtonProps) {
  return (
    <button type="button" className={`${styles['bar']} ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  )
}
