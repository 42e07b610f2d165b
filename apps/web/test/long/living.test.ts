import { byFingers, byKeyboard, describeLiving } from '../support/living.js'

describeLiving([byFingers, byKeyboard])
