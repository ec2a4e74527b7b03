package clinic.web;

import clinic.patients.Appointment;
import clinic.patients.Patient;
import clinic.patients.Patients;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/patients")
@RequiredArgsConstructor
public class PatientController {
    private final Patients patients;

    @GetMapping
    public Map<String, Object> list() {
        List<Patient> found = patients.all();
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("items", found);
        page.put("count", found.size());
        return page;
    }

    @PostMapping
    public ResponseEntity<Patient> register(@RequestBody Patient patient) {
        return ResponseEntity.status(HttpStatus.CREATED).body(patients.register(patient));
    }

    @GetMapping("/{id}")
    public ResponseEntity<?> get(@PathVariable long id) {
        return patients.find(id).map(ResponseEntity::ok).orElseGet(() -> ResponseEntity.notFound().build());
    }

    @GetMapping("/{id}/appointments")
    public List<Appointment> appointments(@PathVariable long id) {
        return patients.appointmentsOf(id);
    }
}
