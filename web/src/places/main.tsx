// The page of places.
import '#shared/style/style.ts'
import './places.css'
import { startPage } from '#shared/frame/start-page.tsx'
import { PlacesPage } from './places-page.tsx'

startPage(<PlacesPage />)
