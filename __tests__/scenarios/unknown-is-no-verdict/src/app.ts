import { fetchWeather } from 'weather-client';
import express from 'express';

const app = express();
app.get('/weather', async (req, res) => {
  res.json(await fetchWeather(req.query.place));
});
app.get('/forecast', async (req, res) => {
  const { degrees } = await fetchWeather(req.query.place);
  res.json({ place: 7, degrees });
});
