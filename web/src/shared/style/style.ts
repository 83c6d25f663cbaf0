// The styles of both pages, in their order.
import './tokens.css'
import './base.css'
import './components.css'
import './data.css'
import './tables.css'
