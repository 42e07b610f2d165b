import { byMouse, describeLiving } from '../support/living.js'

describeLiving([byMouse])
