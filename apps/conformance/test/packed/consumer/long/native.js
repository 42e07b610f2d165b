// An app of React Native: the globals of the platform, and then the program.
import './react-native.js'
import './app.js'
