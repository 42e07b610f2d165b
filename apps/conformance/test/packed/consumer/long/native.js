// An app of React Native: what the platform gives, and then the program.
import './react-native.js'
import './app.js'
