const { Router } = require('express');
const router = Router();

router.get('/notes', (req, res) => res.status(204).end());
router.delete('/notes/:id', (req, res) => {
  res.sendStatus(204);
});

module.exports = router;
